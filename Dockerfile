# SeqLab's service for the processor: no GPU, no network at run time, the model inside, not as root.
FROM python:3.11-slim-bookworm AS build
WORKDIR /src
COPY setup.py setup.cfg pyproject.toml constraints.txt README.md LICENSE ./
COPY seqlab seqlab
COPY lexical_simplifier lexical_simplifier
COPY corpora corpora
COPY configs configs
RUN python -m venv /opt/seqlab \
 && /opt/seqlab/bin/pip install --no-cache-dir --disable-pip-version-check \
      -c constraints.txt '.[web,documents]'

FROM python:3.11-slim-bookworm
RUN useradd --system --uid 10001 --create-home --home-dir /home/seqlab seqlab
COPY --from=build /opt/seqlab /opt/seqlab
ENV PATH=/opt/seqlab/bin:$PATH OMP_NUM_THREADS=1 PYTHONUNBUFFERED=1
USER 10001
WORKDIR /home/seqlab
EXPOSE 8000
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=3 \
  CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8000/v1/health', timeout=4)"]
STOPSIGNAL SIGTERM
# Other machines can reach it, so it does not start without a token: -e SEQLAB_TOKEN=…
ENTRYPOINT ["seqlab", "serve", "--host", "0.0.0.0", "--port", "8000"]
CMD ["--workers", "1"]
