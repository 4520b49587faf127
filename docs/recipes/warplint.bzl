# Part of the warplint project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""warplint as actions of Bazel: one a translation unit, one SARIF report each."""

def _report(ctx, source):
    report = ctx.actions.declare_file(
        "%s.%s.sarif" % (ctx.label.name, source.short_path.replace("/", "_")),
    )
    arguments = ctx.actions.args()
    arguments.add(source)
    arguments.add("--format=sarif")
    arguments.add("-o", report)
    arguments.add("--report-only")
    arguments.add("--quiet")
    arguments.add("--source-root=.")
    if ctx.attr.cuda_path:
        arguments.add("--cuda-path=" + ctx.attr.cuda_path)
    if ctx.file.config:
        arguments.add("--config-file=" + ctx.file.config.path)
    arguments.add("--")
    arguments.add_all(ctx.attr.flags)
    ctx.actions.run(
        executable = ctx.executable.warplint,
        arguments = [arguments],
        inputs = [source] + ctx.files.hdrs + ctx.files.data + ctx.files.config,
        outputs = [report],
        mnemonic = "Warplint",
        progress_message = "Linting %s" % source.short_path,
    )
    return report

def _warplint_report_impl(ctx):
    return [DefaultInfo(files = depset([_report(ctx, source) for source in ctx.files.srcs]))]

warplint_report = rule(
    implementation = _warplint_report_impl,
    attrs = {
        "srcs": attr.label_list(allow_files = [".cu"], mandatory = True),
        "hdrs": attr.label_list(allow_files = True, doc = "Everything that srcs include."),
        "data": attr.label_list(allow_files = True, doc = "warplint's own files, the toolkit's headers."),
        "flags": attr.string_list(doc = "Flags of nvcc or clang."),
        "config": attr.label(allow_single_file = True, doc = "A .clang-tidy file."),
        "cuda_path": attr.string(doc = "The toolkit, below the execution root."),
        "warplint": attr.label(
            executable = True,
            cfg = "exec",
            allow_files = True,
            mandatory = True,
        ),
    },
)
