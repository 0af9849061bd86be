/** A piece of a sentence: plain words, or words inside `<tag>…</tag>`. */
export type Part = string | { tag: string; parts: Part[] }

const Tagged = /<(\w+)>(.*?)<\/\1>/gs

/** Splits `'I agree to the <terms>Terms</terms>'` at its tags. A tag without its end is plain words. */
export function parts(sentence: string): Part[] {
  const found: Part[] = []
  let end = 0
  for (const match of sentence.matchAll(Tagged)) {
    const [whole, tag = '', inside = ''] = match
    found.push(sentence.slice(end, match.index), { tag, parts: parts(inside) })
    end = match.index + whole.length
  }
  found.push(sentence.slice(end))
  return found.filter((part) => part !== '')
}
