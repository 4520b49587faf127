#!/usr/bin/env python3
#
# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Packs the extension of editors/vscode, as `code --install-extension` takes it.

    scripts/make_vsix.py --output dist

There is nothing to compile and nothing to fetch: it is plain JavaScript over VS
Code's own API.
"""

import argparse
import json
import zipfile
from pathlib import Path
from xml.sax.saxutils import escape

ROOT = Path(__file__).resolve().parents[1]
SOURCES = ROOT / "editors/vscode"
FIXED_TIME = (2020, 1, 1, 0, 0, 0)  # the same sources give the same bytes
TYPES = """\
<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
  <Default Extension=".json" ContentType="application/json"/>
  <Default Extension=".js" ContentType="application/javascript"/>
  <Default Extension=".md" ContentType="text/markdown"/>
  <Default Extension=".txt" ContentType="text/plain"/>
  <Default Extension=".vsixmanifest" ContentType="text/xml"/>
</Types>
"""
MANIFEST = """\
<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id="{name}" Version="{version}" Publisher="{publisher}"/>
    <DisplayName>{displayName}</DisplayName>
    <Description xml:space="preserve">{description}</Description>
    <Categories>{categories}</Categories>
    <License>extension/LICENSE.txt</License>
    <Properties>
      <Property Id="Microsoft.VisualStudio.Code.Engine" Value="{engine}"/>
    </Properties>
  </Metadata>
  <Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation>
  <Dependencies/>
  <Assets>
    <Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.Details" Path="extension/README.md" Addressable="true"/>
  </Assets>
</PackageManifest>
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--output", type=Path, default=Path("."))
    arguments = parser.parse_args()
    package = json.loads((SOURCES / "package.json").read_text())
    files = {
        "[Content_Types].xml": TYPES,
        "extension.vsixmanifest": MANIFEST.format(
            engine=escape(package["engines"]["vscode"]),
            **{key: escape(package[key] if isinstance(package[key], str)
                           else ",".join(package[key]))
               for key in ("name", "version", "publisher", "displayName", "description",
                           "categories")}),
        "extension/LICENSE.txt": (ROOT / "LICENSE").read_text()}
    for source in sorted(SOURCES.glob("*.*")):
        files[f"extension/{source.name}"] = source.read_text()
    arguments.output.mkdir(parents=True, exist_ok=True)
    path = arguments.output / f"warplint-vscode-{package['version']}.vsix"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            entry = zipfile.ZipInfo(name, FIXED_TIME)
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, text)
    print(path)


if __name__ == "__main__":
    main()
