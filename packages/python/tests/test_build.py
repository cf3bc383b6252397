"""The wheel and the source distribution."""

import ast
import base64
import hashlib
import os
import subprocess
import sys
import tarfile
import tempfile
import unittest
import zipfile

HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def built(folder, source=HERE):
    subprocess.run([sys.executable, os.path.join(source, "build.py"), folder], check=True, stdout=subprocess.DEVNULL)
    wheel, sdist = sorted(os.listdir(folder), key=lambda name: name.endswith(".gz"))
    return os.path.join(folder, wheel), os.path.join(folder, sdist)


def bytes_of(path):
    with open(path, "rb") as file:
        return file.read()


class Build(unittest.TestCase):
    def test_sources_are_of_the_oldest_python_that_it_names(self):
        folder = os.path.join(HERE, "barograph")
        for name in filter(lambda name: name.endswith(".py"), os.listdir(folder)):
            ast.parse(bytes_of(os.path.join(folder, name)), name, feature_version=(3, 9))

    def test_has_the_same_bytes_every_time_and_from_the_source_distribution(self):
        with tempfile.TemporaryDirectory() as folder:
            first = built(os.path.join(folder, "a"))
            again = built(os.path.join(folder, "b"))
            with tarfile.open(first[1]) as archive:
                archive.extractall(folder)
            root = os.path.basename(first[1])[: -len(".tar.gz")]
            unpacked = built(os.path.join(folder, "c"), os.path.join(folder, root))
            for one, other, third in zip(first, again, unpacked):
                self.assertEqual(bytes_of(one), bytes_of(other))
                self.assertEqual(bytes_of(one), bytes_of(third))

    def test_wheel_records_every_file_and_runs_on_its_own(self):
        with tempfile.TemporaryDirectory() as folder:
            wheel, _ = built(folder)
            with zipfile.ZipFile(wheel) as archive:
                names = archive.namelist()
                record = next(name for name in names if name.endswith(".dist-info/RECORD"))
                rows = [row.rsplit(",", 2) for row in archive.read(record).decode().splitlines()]
                self.assertEqual([row[0] for row in rows], names)
                for name, digest, size in rows[:-1]:
                    data = archive.read(name)
                    want = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
                    self.assertEqual((digest, int(size)), (f"sha256={want}", len(data)), name)
            # the generated operations and the type marker are in it
            self.assertIn("barograph/_operations.py", names)
            self.assertIn("barograph/py.typed", names)
            code = "import barograph; print(barograph.__file__, callable(barograph.Client('http://x').quant.market))"
            ran = subprocess.run(
                [sys.executable, "-c", code], env={"PYTHONPATH": wheel}, cwd=folder, stdout=subprocess.PIPE, check=True
            )
            self.assertEqual(ran.stdout.decode().split(), [f"{wheel}/barograph/__init__.py", "True"])


if __name__ == "__main__":
    unittest.main()
