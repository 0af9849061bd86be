import type { Catalogue } from './text.ts'

export const pseudoLocales = ['en-XA', 'ar-XB'] as const

export type PseudoLocale = (typeof pseudoLocales)[number]

/**
 * A made-up language that shows what a translation would break.
 *
 * `en-XA` is longer, accented and bracketed: cut-off text and sentences that escaped translation stand out.
 * `ar-XB` is the same from right to left, words mirrored, so that a layout that assumes a direction stands out too.
 */
export function pseudo(locale: PseudoLocale): Catalogue {
  return (english) => {
    const longer = padded(english)
    return `⟦${locale === 'ar-XB' ? mirrored(longer) : longer}⟧`
  }
}

const Kept = /(\{\w+\}|<\/?\w+>)/

const plain = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const accented = [...'ÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽåƀçðéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýž']

const accents = new Map([...plain].map((letter, at) => [letter, accented[at] ?? letter]))

/** Changes the words of a sentence and leaves its placeholders and tags. */
function words(sentence: string, change: (words: string) => string): string {
  return sentence
    .split(Kept)
    .map((piece) => (Kept.test(piece) ? piece : change(piece)))
    .join('')
}

function padded(english: string): string {
  const longer = words(english, (piece) =>
    piece
      .replace(/[aeiou]/g, '$&$&')
      .replace(/[A-Za-z]/g, (letter) => accents.get(letter) ?? letter),
  )
  // Short labels grow most in translation.
  const missing = Math.ceil(english.length * 1.4 + 2) - longer.length
  return missing > 0 ? `${longer} ${'·'.repeat(missing)}` : longer
}

const Mark = '\u200F'
const Mirror = '\u202E'
const End = '\u202C'

function mirrored(english: string): string {
  return words(english, (piece) =>
    piece.replace(/[^\s]+/g, (word) => `${Mark}${Mirror}${word}${End}${Mark}`),
  )
}
