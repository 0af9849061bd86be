/** HTML that is safe to insert without escaping. */
export class SafeHtml {
  readonly source: string

  constructor(source: string) {
    this.source = source
  }
}

type HtmlValue = string | SafeHtml | HtmlValue[] | false | null | undefined

/** Template tag for HTML; escapes every value that is not `SafeHtml`. */
export function safeHtml(strings: TemplateStringsArray, ...values: HtmlValue[]): SafeHtml {
  const rendered = values.map((value, index) => `${toHtml(value)}${strings[index + 1]}`)
  return new SafeHtml(`${strings[0]}${rendered.join('')}`)
}

function toHtml(value: HtmlValue): string {
  if (!value) return ''
  if (value instanceof SafeHtml) return value.source
  return Array.isArray(value) ? value.map(toHtml).join('') : escapeHtml(value)
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
