"""Tracked changes in LibreOffice: all accepted, all rejected, and the text of the result.

Run by the Python that has LibreOffice's `uno` (Debian: `python3-uno`), not by ours:
`python3 benchmarks/results/office.py FILE.docx FOLDER`.
"""

import subprocess
import sys
import time
from pathlib import Path

_PORT = 20222


def main(document: Path, folder: Path) -> None:
    """Write accepted.docx, rejected.docx and shown.pdf to a folder."""
    import uno  # type: ignore[import-not-found]
    from com.sun.star.beans import PropertyValue  # type: ignore[import-not-found]

    def value(name: str, of: object) -> object:
        one = PropertyValue()
        one.Name, one.Value = name, of
        return one

    accept = f"--accept=socket,host=localhost,port={_PORT};urp;"
    profile = f"-env:UserInstallation=file://{folder.resolve()}/profile"
    office = subprocess.Popen(["soffice", "--headless", "--norestore", profile, accept])
    try:
        local = uno.getComponentContext()
        create = local.ServiceManager.createInstanceWithContext
        resolver = create("com.sun.star.bridge.UnoUrlResolver", local)
        url = f"uno:socket,host=localhost,port={_PORT};urp;StarOffice.ComponentContext"
        for _ in range(120):
            try:
                context = resolver.resolve(url)
                break
            except Exception:
                time.sleep(0.5)
        manager = context.ServiceManager
        desktop = manager.createInstanceWithContext("com.sun.star.frame.Desktop", context)
        helper = manager.createInstanceWithContext("com.sun.star.frame.DispatchHelper", context)
        for command, name, kind in (
            ("AcceptAllTrackedChanges", "accepted.docx", "MS Word 2007 XML"),
            ("RejectAllTrackedChanges", "rejected.docx", "MS Word 2007 XML"),
            ("", "shown.pdf", "writer_pdf_Export"),
        ):
            source = f"file://{document.resolve()}"
            opened = desktop.loadComponentFromURL(source, "_blank", 0, (value("Hidden", True),))
            frame = opened.getCurrentController().getFrame()
            if command:
                helper.executeDispatch(frame, f".uno:{command}", "", 0, ())
            target = f"file://{(folder / name).resolve()}"
            opened.storeToURL(target, (value("FilterName", kind),))
            opened.close(True)
        desktop.terminate()
    finally:
        office.wait(30)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
