# How the container serves. Jupyter's own ways stand beside it: JUPYTER_TOKEN sets the token, without it every start makes
# a new one and prints it; `jupyter lab --IdentityProvider.token=` at the end of `docker run` asks for none.
c = get_config()  # noqa: F821, Jupyter defines it

c.ServerApp.ip = "0.0.0.0"  # the container's port is published, so it must listen on more than its own loopback
c.ServerApp.port = 8888
c.ServerApp.port_retries = 0  # another port would not be the published one
c.ServerApp.open_browser = False
c.ServerApp.root_dir = "/fence/notebooks"
c.ContentsManager.hide_globs = ["*.go", "run", "testdata", "__pycache__"]  # only the notebooks are listed
c.LabApp.default_url = "/lab/tree/00-start.ipynb"
c.LabApp.extension_manager = "readonly"
