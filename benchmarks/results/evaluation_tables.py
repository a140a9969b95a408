"""Numbers that the thesis prints (Tables 3.10 to 3.13), beside which ours are set."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Published:
    """One system's row: its file of outputs, scores, and F1 of DELETE, REORDER, REPLACE, COPY."""

    name: str
    file: str
    sari: float
    bleu: float
    fkgl: float
    samsa: float
    operations: tuple[float, ...] = ()


TURK = (
    Published("ACCESS", "ACCESS", 41.05, 75.56, 7.62, 42.36, (34.91, 23.09, 52.49, 87.54)),
    Published("DMASS-DCSS", "DMASS-DCSS", 39.67, 72.26, 8.09, 36.74, (25.58, 18.85, 52.47, 81.12)),
    Published(
        "SBSMT (PPDB+SARI)", "SBMT-SARI", 39.13, 71.98, 8.36, 41.60, (11.34, 7.60, 52.82, 91.36)
    ),
    Published("PBSMT-R", "PBMT-R", 37.83, 81.91, 9.27, 46.08, (22.67, 17.61, 42.38, 91.15)),
    Published("EditNTS", "EditNTS", 37.35, 85.84, 8.56, 46.68, (35.10, 25.09, 21.80, 90.27)),
    Published("DRESS-LS", "Dress-Ls", 36.81, 80.59, 7.78, 44.69, (34.22, 22.93, 18.66, 86.69)),
    Published("DRESS", "Dress", 36.66, 77.53, 7.65, 43.24, (35.26, 23.84, 21.19, 85.84)),
    Published("UNTS+10K", "UNTS_10K", 36.03, 66.88, 8.35, 47.28, (22.65, 13.18, 29.60, 90.66)),
    Published("NTS+SARI", "NTS-SARI", 35.96, 83.10, 8.32, 45.49, (19.49, 20.92, 32.03, 82.88)),
    Published("Hybrid", "Hybrid", 31.54, 49.53, 5.28, 45.31, (44.75, 21.26, 2.37, 69.18)),
)

PWKP = (
    Published("Reference", "Reference.tok", 100.00, 100.00, 9.74, 27.46),
    Published("Hybrid", "Hybrid.tok.low", 49.76, 43.56, 10.30, 36.08, (26.99, 17.95, 32.95, 26.99)),
    Published("Moses", "Moses.tok.low", 45.92, 46.06, 11.61, 36.16, (27.95, 17.96, 24.62, 54.43)),
    Published("DRESS-LS", "Dress-Ls.tok", 39.81, 35.84, 8.54, 30.59, (29.65, 12.88, 4.27, 54.23)),
    Published("DRESS", "Dress.tok", 39.35, 34.06, 8.40, 30.25, (29.87, 12.68, 4.43, 53.46)),
    Published("UNSUP", "UNSUP.tok", 37.90, 36.34, 7.77, 37.62, (19.44, 10.89, 14.60, 45.34)),
    Published("TSM", "TSM.tok", 37.39, 30.07, 6.41, 38.56, (20.40, 22.67, 16.57, 47.18)),
    Published("EditNTS", "EditNTS.tok.low", 37.70, 18.73, 6.57, 24.76, (37.42, 23.25, 5.59, 34.62)),
    Published("PBSMT-R", "PBMT-R.tok", 34.78, 44.68, 12.26, 37.03, (6.64, 5.96, 15.95, 54.84)),
    Published("QG+ILP", "QG+ILP.tok", 34.77, 39.90, 7.11, 40.84, (13.22, 6.27, 18.30, 38.96)),
    Published("EncDecA", "EncDecA.tok", 31.88, 46.52, 12.13, 37.46, (7.42, 3.85, 9.69, 53.12)),
)
