import type { Translations } from './translator.ts'

export const pseudoLocales = ['en-XA', 'ar-XB'] as const

export type PseudoLocale = (typeof pseudoLocales)[number]

/**
 * A pseudo-locale that reveals what a translation would break.
 *
 * `en-XA` is longer, accented and bracketed, which shows cut-off and untranslated text. `ar-XB` is also right-to-left
 * with mirrored words, which shows layouts that assume a direction.
 */
export function pseudoTranslations(locale: PseudoLocale): Translations {
  return (english) => {
    const padded = padText(english)
    return `⟦${locale === 'ar-XB' ? mirrorText(padded) : padded}⟧`
  }
}

const placeholderOrTag = /(\{\w+\}|<\/?\w+>)/

const plainLetters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const accentedLetters = [...'ÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽåƀçðéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýž']

const accentOf = new Map(
  [...plainLetters].map((letter, at) => [letter, accentedLetters[at] ?? letter]),
)

/** Maps the text of a message and leaves its placeholders and tags. */
function mapWords(message: string, change: (words: string) => string): string {
  return message
    .split(placeholderOrTag)
    .map((piece) => (placeholderOrTag.test(piece) ? piece : change(piece)))
    .join('')
}

function padText(english: string): string {
  const longer = mapWords(english, (piece) =>
    piece
      .replace(/[aeiou]/g, '$&$&')
      .replace(/[A-Za-z]/g, (letter) => accentOf.get(letter) ?? letter),
  )
  // Short labels grow most in translation.
  const missing = Math.ceil(english.length * 1.4 + 2) - longer.length
  return missing > 0 ? `${longer} ${'·'.repeat(missing)}` : longer
}

const rtlMark = '\u200F'
const rtlOverride = '\u202E'
const popDirection = '\u202C'

function mirrorText(english: string): string {
  return mapWords(english, (piece) =>
    piece.replace(/[^\s]+/g, (word) => `${rtlMark}${rtlOverride}${word}${popDirection}${rtlMark}`),
  )
}
