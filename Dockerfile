# JupyterLab with the Go kernel and the notebooks of this module:
#
#   docker build -t fence . && docker run -p 8888:8888 fence
#
# Then open the address with the token that the log prints. docs/container.md has the rest. Where the network needs a Go
# proxy of its own, give it as a build argument: --build-arg GOPROXY=...
FROM golang:1.26-trixie

# Debian's JupyterLab 4, and nbconvert, which runs notebooks without a page. Debian's package also asks for the sources and
# tools from which Lab's pages were built, and for those of all their libraries: a gigabyte that no page loads. The files
# are left out while their packages are unpacked, but for the programs that some of them register.
RUN printf '%s\n' 'path-exclude=/usr/share/nodejs/*' 'path-include=/usr/share/nodejs/*/bin/*' 'path-exclude=/usr/share/doc/*/*' \
    >/etc/dpkg/dpkg.cfg.d/lean \
 && apt-get update \
 && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends jupyterlab jupyter-core jupyter-nbconvert \
 && apt-get clean && rm -rf /var/lib/apt/lists/*

# The one who works here. Cells run as this user, and may write to the notebooks.
RUN useradd --create-home --uid 1000 --shell /bin/bash fence && install -d -o fence -g fence /fence

# Lab without its news, its shop of extensions and its language servers, none of which works without a network; and
# where and for whom it serves.
COPY container/page_config.json /etc/jupyter/labconfig/
COPY container/jupyter_server_config.py /etc/jupyter/

WORKDIR /fence
COPY --chown=fence:fence . .
USER fence
# The kernel is the one of `make lab`.
ARG GOPROXY
ARG GOSUMDB
RUN container/build.sh
ENV JUPYTER_PATH=/fence/.jupyter

EXPOSE 8888
# Lab answers its version to everybody, and all else only to those who have the token.
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s CMD curl -fsS http://127.0.0.1:8888/api || exit 1
CMD ["jupyter", "lab"]
