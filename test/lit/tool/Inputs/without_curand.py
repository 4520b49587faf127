"""without_curand.py TOOLKIT FOLDER CLANG: makes FOLDER a toolkit of headers as
scripts/fetch_toolkit.py fetches them, without cuRAND, and FOLDER/only.rsp the
flags that hide every other CUDA header of the machine."""

import os
import subprocess
import sys

toolkit, folder, clang = sys.argv[1:]
include = os.path.join(toolkit, "include")
os.makedirs(os.path.join(folder, "include"))
for name in os.listdir(include):
    if not name.startswith("curand"):
        os.symlink(os.path.join(include, name), os.path.join(folder, "include", name))

shown = subprocess.run([clang, "-E", "-v", "-x", "c++", os.devnull], check=True, text=True,
                       capture_output=True, env={**os.environ, "LC_ALL": "C"}).stderr
searched = shown.split("#include <...> search starts here:")[1].split("End of search list")[0]
flags = ["-nostdinc", "-nostdinc++"]
for path in searched.split():
    if not os.path.exists(os.path.join(path, "cuda_runtime.h")):
        flags += ["-isystem", path]
with open(os.path.join(folder, "only.rsp"), "w") as file:
    file.write("\n".join(flags) + "\n")
