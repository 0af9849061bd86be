/** Text with code between backticks. */
export function InlineCode({ text }: { text: string }) {
  return text
    .split('`')
    .map((segment, index) => (index % 2 ? <code key={index}>{segment}</code> : segment))
}
