"""The documentation: every public object has one, its examples run, and the types list what there is."""

import ast
import doctest
import inspect
import pkgutil
import unittest
from pathlib import Path

import supplant
from supplant import _native

HERE = Path(supplant.__file__).parent


def documented():
    """Each public object with its name: functions, classes, and what classes have."""
    for name in supplant.__all__:
        thing = getattr(supplant, name)
        if inspect.ismodule(thing):
            for inner, value in vars(thing).items():
                if getattr(value, "__module__", None) == thing.__name__ and not inner.startswith("_"):
                    yield f"{name}.{inner}", value
            continue
        yield name, thing
    for name, thing in list(vars(supplant).items()) + list(vars(supplant.games).items()):
        if inspect.isclass(thing) and thing.__module__.startswith("supplant") and not name.startswith("_"):
            for inner, value in vars(thing).items():
                if not inner.startswith("_") and (callable(value) or inspect.isdatadescriptor(value) or isinstance(value, staticmethod)):
                    yield f"{name}.{inner}", value


class Documentation(unittest.TestCase):
    def test_every_public_object_says_what_it_does(self):
        for name, thing in documented():
            of_class = "." in name and inspect.isdatadescriptor(thing)
            if of_class and f"{name.split('.')[1]}" in (getattr(supplant, name.split(".")[0]).__doc__ or ""):
                continue
            self.assertTrue(inspect.getdoc(thing), name)

    def test_examples_run(self):
        parser, runner, run = doctest.DocTestParser(), doctest.DocTestRunner(optionflags=doctest.IGNORE_EXCEPTION_DETAIL), 0
        for name, thing in documented():
            examples = parser.get_doctest(inspect.getdoc(thing) or "", {}, name, None, 0)
            if examples.examples:
                run += 1
                self.assertEqual(runner.run(examples).failed, 0, name)
        self.assertGreater(run, 12)
        wrong = parser.get_doctest(">>> 1 + 1\n3\n", {}, "control", None, 0)
        self.assertEqual(doctest.DocTestRunner(verbose=False).run(wrong, out=lambda _: None).failed, 1)

    def test_the_types_list_what_there_is(self):
        stub = ast.parse((HERE / "_native.pyi").read_text())
        there = {name for name in vars(_native) if not name.startswith("__")}
        stated = {}
        for node in stub.body:
            if isinstance(node, ast.FunctionDef):
                stated[node.name] = None
            elif isinstance(node, ast.ClassDef) and hasattr(_native, node.name):
                stated[node.name] = {item.name for item in node.body if isinstance(item, ast.FunctionDef)}
        self.assertEqual(set(stated), there)
        for name, members in stated.items():
            if members is not None:
                real = {member for member in vars(getattr(_native, name)) if not member.startswith("_")}
                self.assertEqual({member for member in members if not member.startswith("_")}, real, name)

    def test_signatures_are_those_of_the_types(self):
        stub = ast.parse((HERE / "_native.pyi").read_text())
        for node in stub.body:
            owner = _native
            functions = [node] if isinstance(node, ast.FunctionDef) else []
            if isinstance(node, ast.ClassDef) and hasattr(_native, node.name):
                owner = getattr(_native, node.name)
                functions = [item for item in node.body if isinstance(item, ast.FunctionDef)]
            for function in functions:
                if function.name.startswith("_") or any("property" in ast.unparse(d) for d in function.decorator_list):
                    continue
                arguments = function.args
                stated = [a.arg for a in arguments.posonlyargs + arguments.args + arguments.kwonlyargs]
                real = list(inspect.signature(getattr(owner, function.name)).parameters)
                self.assertEqual(stated, real, function.name)

    def test_the_package_has_its_types(self):
        self.assertTrue((HERE / "py.typed").exists())
        self.assertIn("_native", [module.name for module in pkgutil.iter_modules([str(HERE)])])


if __name__ == "__main__":
    unittest.main()
