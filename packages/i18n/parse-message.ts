/** Part of a message: plain text, or parts inside `<tag>…</tag>`. */
export type MessagePart = string | { tag: string; children: MessagePart[] }

const tagPattern = /<(\w+)>(.*?)<\/\1>/gs

/** Splits `'I agree to the <terms>Terms</terms>'` at its tags. An unclosed tag is plain text. */
export function parseMessage(message: string): MessagePart[] {
  const messageParts: MessagePart[] = []
  let end = 0
  for (const match of message.matchAll(tagPattern)) {
    const [matched, tag = '', inside = ''] = match
    messageParts.push(message.slice(end, match.index), { tag, children: parseMessage(inside) })
    end = match.index + matched.length
  }
  messageParts.push(message.slice(end))
  return messageParts.filter((part) => part !== '')
}
