# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The recipes of docs/editors.md in the editors themselves, as far as they are here.

    editors.py PAGE BIN CUDA-TOOLKIT

A recipe is the first block of code behind a paragraph that begins with its name in
bold. Each editor opens a kernel with a finding, and must have it in its own list.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

PAGE, BIN, TOOLKIT = (Path(word).resolve() for word in sys.argv[1:4])
KERNEL = """\
__global__ void turn(const float *in, float *out) {
  __shared__ float tile[256];
  tile[threadIdx.x] = in[threadIdx.x];
  out[threadIdx.x] = tile[255 - threadIdx.x];
}
void launch(const float *in, float *out) { turn<<<1, 256>>>(in, out); }
"""
FINDING = r"4\b.*'tile\[0\]' is read while another thread of the block may still write it"
ALE = Path("/usr/share/vim-ale")
VIM_WAIT = """\
func! Wait()
  let i = 0
  while i < 600 && empty(getloclist(0))
    sleep 100m
    let i += 1
  endwhile
  call writefile(map(getloclist(0), {_, e -> e.lnum . ": " . e.text}), "seen.txt")
endfunc
"""
# Emacs' own backend of flymake, which looks for a Makefile, ends in an error.
EMACS_WAIT = """\
(setq debug-on-error nil)
(defun wait-for (done)
  (let ((i 0))
    (while (and (< i 600) (not (funcall done)))
      (ignore-errors (accept-process-output nil 0.1))
      (setq i (1+ i)))))
"""
EGLOT = EMACS_WAIT + """\
(package-initialize)
(require 'eglot)
(load-file "recipe.el")
(find-file "turn.cu")
(unless (eglot-current-server) (apply #'eglot (eglot--guess-contact)))
(wait-for #'flymake-diagnostics)
(dolist (each (flymake-diagnostics))
  (princ (format "%d: %s\\n" (line-number-at-pos (flymake-diagnostic-beg each))
                 (flymake-diagnostic-text each))))
"""
# A batch has nobody to ask which folder is the project's.
LSP_MODE = EMACS_WAIT + """\
(package-initialize)
(setq lsp-auto-guess-root t lsp-restart 'ignore lsp-enable-snippet nil
      lsp-diagnostics-provider :none) ; shown by nobody, kept all the same
(require 'lsp-mode)
(lsp-workspace-folders-add (directory-file-name (expand-file-name default-directory)))
(load-file "recipe.el")
(find-file "turn.cu")
(wait-for (lambda () (< 0 (hash-table-count (lsp-diagnostics)))))
(maphash (lambda (_ all) (dolist (each all)
           (princ (format "%d: %s\\n" (1+ (gethash "line" (gethash "start" (gethash "range" each))))
                          (gethash "message" each)))))
         (lsp-diagnostics))
"""
NEOVIM_WAIT = """\
vim.wait(60000, function() return #vim.diagnostic.get(0) > 0 end, 100)
local lines = {}
for _, each in ipairs(vim.diagnostic.get(0)) do
  for line in (each.lnum + 1 .. ': ' .. each.message):gmatch('[^\\n]+') do
    table.insert(lines, line)
  end
end
vim.fn.writefile(lines, 'seen.txt')
"""


def recipe(name):
    found = re.search(rf"^\*\*{re.escape(name)}\*\*.*?^```\w+\n(.*?)^```$", PAGE.read_text(),
                      re.M | re.S)
    assert found, f"{PAGE} has no recipe '{name}'"
    return found[1]


def has_library(name):
    """Whether Emacs has a package, started as by a person."""
    return shutil.which("emacs") and subprocess.run(
        ["emacs", "--batch", "--eval", "(package-initialize)", "--eval",
         f"(kill-emacs (if (locate-library \"{name}\") 0 1))"], capture_output=True).returncode == 0


class Recipes(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="warplint-editor-")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        (self.folder / "turn.cu").write_text(KERNEL)
        subprocess.run(["git", "init", "--quiet", self.folder], check=True)
        # The toolkit of the tests, through a database as a project has it.
        (self.folder / "compile_commands.json").write_text(
            f'[{{"directory": "{self.folder}", "file": "turn.cu", '
            f'"command": "{TOOLKIT}/bin/nvcc -arch=sm_90 -c turn.cu"}}]')

    def run_in(self, *command):
        done = subprocess.run(command, cwd=self.folder, text=True, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              env={**os.environ, "HOME": str(self.folder), "TERM": "dumb",
                                   "PATH": f"{BIN}:{os.environ['PATH']}"})
        seen = self.folder / "seen.txt"
        return seen.read_text() if seen.exists() else done.stdout

    def need(self, holds, what):
        if not holds:
            print(f"note: no {what} here", file=sys.stderr)
            self.skipTest(what)

    def test_vim(self):
        self.need(shutil.which("vim"), "vim")
        (self.folder / "vimrc").write_text(recipe("Vim"))
        seen = self.run_in(
            "vim", "-Nu", "vimrc", "-es", "-c", "filetype on", "-c", "edit turn.cu", "-c", "make",
            "-c", 'call writefile(map(getqflist(), {_, e -> e.lnum . ": " . e.text}), "seen.txt")',
            "-c", "qall!")
        self.assertRegex(seen, FINDING)

    def test_vim_with_ale(self):
        self.need(shutil.which("vim") and ALE.is_dir(), "vim with ALE")
        (self.folder / "vimrc").write_text(f"set runtimepath+={ALE}\n" + recipe("ALE"))
        (self.folder / "wait.vim").write_text(VIM_WAIT)
        seen = self.run_in("vim", "-Nu", "vimrc", "-es", "-c", f"source {ALE}/plugin/ale.vim",
                           "-c", "filetype on", "-c", "edit turn.cu", "-c", "source wait.vim",
                           "-c", "ALELint", "-c", "call Wait()", "-c", "qall!")
        self.assertRegex(seen, FINDING)

    def test_neovim(self):
        self.need(shutil.which("nvim"), "nvim")
        newer = subprocess.run(["nvim", "--clean", "--headless", "+if !has('nvim-0.11') | cquit | endif",
                                "+quit"], capture_output=True).returncode == 0
        (self.folder / "init.lua").write_text(recipe(
            "Neovim 0.11" if newer else "Neovim 0.7"))
        (self.folder / "wait.lua").write_text(NEOVIM_WAIT)
        seen = self.run_in("nvim", "--headless", "-u", "init.lua", "turn.cu",
                           "+luafile wait.lua", "+qall!")
        self.assertRegex(seen, FINDING)

    def test_eglot(self):
        self.need(has_library("eglot"), "Emacs with Eglot")
        self.run_emacs("Eglot", EGLOT)

    def test_lsp_mode(self):
        self.need(has_library("lsp-mode"), "Emacs with lsp-mode")
        self.run_emacs("lsp-mode", LSP_MODE)

    def run_emacs(self, name, session):
        (self.folder / "recipe.el").write_text(recipe(name))
        (self.folder / "session.el").write_text(session)
        self.assertRegex(self.run_in("emacs", "--batch", "-l", "session.el"), FINDING)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[4:])
