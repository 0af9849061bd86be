/** Markup that is finished: whatever is not goes in escaped. */
export class Markup {
  readonly source: string

  constructor(source: string) {
    this.source = source
  }
}

type Piece = string | Markup | Piece[] | false | null | undefined

/** Writes markup with values in it; every value that is not markup itself is escaped. */
export function markup(fixed: TemplateStringsArray, ...pieces: Piece[]): Markup {
  const rest = pieces.map((piece, at) => `${source(piece)}${fixed[at + 1]}`)
  return new Markup(`${fixed[0]}${rest.join('')}`)
}

function source(piece: Piece): string {
  if (!piece) return ''
  if (piece instanceof Markup) return piece.source
  return Array.isArray(piece) ? piece.map(source).join('') : escaped(piece)
}

/** Text as it stands in a document, between elements or in a quoted attribute. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
