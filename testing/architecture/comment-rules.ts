import type { SourceTree } from './source-tree.ts'

/** A comment, or a tag of a docstring, whose subject is a free relative clause: "What the server sends …". */
const freeRelative =
  /(?:\/\/|\/\*\*?|^[ \t]*\*)[ \t]+(?:@\w+(?: \w+)?[ \t]+)?(?:Who|What|Whose|Whoever|Whatever)\b[^\n?]*$/gm

/** The title of a test that opens likewise: "what the server sends …". */
const freeRelativeTitle = /\btest\(\s*['"`](?:who|what|whose|whoever|whatever)\b[^\n]*/g

/** Comments and titles name their subject first. Released migrations keep theirs, and the examples of this rule are strings. */
export function freeRelatives(tree: SourceTree): string[] {
  return tree
    .filter(({ path }) => !/^(app\/platform\/db\/migrations|testing\/architecture)/.test(path))
    .flatMap(({ path, text }) =>
      [freeRelative, freeRelativeTitle].flatMap((pattern) =>
        [...text.matchAll(pattern)].map(([opening]) => `${path}: ${opening.trim()}`),
      ),
    )
}
