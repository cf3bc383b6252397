"""Runs the code cells of a Python notebook in order and prints the notebook with what they say.

    python3 .ci/run-notebook.py docs/notebooks/07-python.ipynb

Needs no Jupyter. As there, the value of the last expression of a cell is shown, and one namespace holds all cells. A cell
that fails ends the run with its traceback.
"""

import ast
import contextlib
import io
import json
import sys


def lines(text):
    return text.splitlines(keepends=True)


def run(source, namespace):
    """Outputs of one cell."""
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    printed = io.StringIO()
    value = None
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, "cell", "exec"), namespace)
        if last is not None:
            value = eval(compile(ast.Expression(last.value), "cell", "eval"), namespace)
    outputs = []
    if printed.getvalue() != "":
        outputs.append({"name": "stdout", "output_type": "stream", "text": lines(printed.getvalue())})
    if value is not None:
        outputs.append({"data": {"text/plain": lines(repr(value))}, "metadata": {}, "output_type": "execute_result"})
    return outputs


def main(path):
    with open(path, encoding="utf-8") as file:
        notebook = json.load(file)
    namespace = {"__name__": "__main__"}
    count = 0
    for cell in notebook["cells"]:
        if cell["cell_type"] != "code":
            continue
        count += 1
        cell["execution_count"] = count
        cell["outputs"] = run("".join(cell["source"]), namespace)
        for output in cell["outputs"]:
            if output["output_type"] == "execute_result":
                output["execution_count"] = count
    print(json.dumps(notebook, indent=1, ensure_ascii=False))


if __name__ == "__main__":
    main(sys.argv[1])
