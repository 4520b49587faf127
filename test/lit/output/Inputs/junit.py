"""Prints the test cases of a JUnit report."""
import sys
import xml.etree.ElementTree as xml

suite = xml.parse(sys.argv[1]).getroot()
print("tests", suite.get("tests"), "failures", suite.get("failures"), "errors", suite.get("errors"))
assert int(suite.get("tests")) == len(suite)
for case in suite:
    result = list(case)
    print(f"{case.get('classname')}: {case.get('name')}:",
          f"{result[0].tag}: {result[0].get('message')}" if result else "passed")
