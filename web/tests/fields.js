// Print the fields of the types of protocol.ts that no constant of another file has: `node fields.js FILE`.
// tests/server/test_protocol_types.py writes such a file of what a server has said.
import ts from "typescript";

const program = ts.createProgram([process.argv[2]], { noEmit: true, strict: true, types: [] });
const checker = program.getTypeChecker();
const seen = new Set();

function visit(node) {
  if (ts.isObjectLiteralExpression(node)) {
    const type = checker.getContextualType(node);
    const found = type?.isUnion() ? type.types : [type];
    for (const { symbol } of node.properties)
      for (const one of found) one?.getProperty(symbol.name)?.declarations?.forEach((declared) => seen.add(declared));
  }
  ts.forEachChild(node, visit);
}

function unseen(node, path) {
  if (ts.isPropertySignature(node) && !seen.has(node)) console.log([...path, node.name.getText()].join("."));
  const named = ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node) || ts.isPropertySignature(node);
  ts.forEachChild(node, (child) => unseen(child, named ? [...path, node.name.getText()] : path));
}

for (const file of program.getSourceFiles())
  if (!file.isDeclarationFile && !file.fileName.endsWith("protocol.ts")) visit(file);
for (const file of program.getSourceFiles()) if (file.fileName.endsWith("protocol.ts")) unseen(file, []);
