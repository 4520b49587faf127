"""newer_headers.py TOOLKIT FOLDER: the toolkit's headers as links, but for the one
that since CUDA 13.2 has a macro behind a signature."""
import sys
from pathlib import Path

toolkit, folder = map(Path, sys.argv[1:])
for header in (toolkit / "include").rglob("*"):
    target = folder / header.relative_to(toolkit)
    if header.is_dir():
        continue
    target.parent.mkdir(parents=True, exist_ok=True)
    if header.name == "math_functions.hpp":
        signature = "__func__(double rcbrt(const double a))"
        text = header.read_text()
        assert signature in text
        target.write_text(text.replace(signature, signature + " _NV_RSQRT_SPECIFIER"))
    else:
        target.symlink_to(header)
