"""The notebooks of the examples: their outputs are what their cells print and show.

``TAILBACK_RENEW=1`` writes the outputs of this run into them.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
import os
import unittest
from pathlib import Path

from support import InSources


def run(source, scope):
    """Returns the outputs of a cell, as notebooks keep them: what it prints, then its last expression."""
    body = ast.parse(source).body
    last = ast.Expression(body.pop().value) if isinstance(body[-1], ast.Expr) else None
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(ast.Module(body, []), "cell", "exec"), scope)
        value = None if last is None else eval(compile(last, "cell", "eval"), scope)
    text = printed.getvalue()
    outputs = [{"name": "stdout", "output_type": "stream", "text": text.splitlines(True)}] if text else []
    if value is not None:
        outputs.append({"data": {"text/html": value._repr_html_().splitlines(True), "text/plain": [repr(value)]},
                        "execution_count": scope["number"], "metadata": {}, "output_type": "execute_result"})
    return outputs


class NotebookTest(InSources):
    def test_decision(self):
        file = Path("python/examples/decision.ipynb")
        notebook = json.loads(file.read_text(encoding="utf-8"))
        cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
        scope = {"__name__": "__main__"}
        found = []
        for number, cell in enumerate(cells, 1):
            scope["number"] = number
            found.append({**cell, "execution_count": number, "outputs": run("".join(cell["source"]), scope)})
        if os.environ.get("TAILBACK_RENEW"):
            for cell, new in zip(cells, found):
                cell.update(new)
            file.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")

        self.assertEqual(notebook["nbformat"], 4)
        self.assertEqual(cells, found)
        # 16 ranks per node share its link: 100 Gbit/s are too few, and beyond 200 other things take the time
        self.assertIn("as fast as the best within 1 %: fat-tree-ndr, fat-tree-hdr\n", cells[-1]["outputs"][0]["text"])


if __name__ == "__main__":
    unittest.main()
