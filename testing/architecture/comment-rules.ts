import type { SourceTree } from './source-tree.ts'

/** A comment, or a tag of a docstring, whose subject is a free relative clause: "What the server sends …". */
const freeRelative =
  /(?:\/\/|\/\*\*?|^[ \t]*\*)[ \t]+(?:@\w+(?: \w+)?[ \t]+)?(?:Who|What|Whose|Whoever|Whatever)\b[^\n?]*$/gm

/** Comments name their subject first. Released migrations keep theirs, and the examples of this rule are strings. */
export function freeRelativeComments(tree: SourceTree): string[] {
  return tree
    .filter(({ path }) => !/^(app\/platform\/db\/migrations|testing\/architecture)/.test(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(freeRelative)].map(([comment]) => `${path}: ${comment.trim()}`),
    )
}
