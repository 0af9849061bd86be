import { msg, type Message } from '@foyer/i18n'

export const maxNameLength = 255
/** UTF-16 units: NFC composes at most four into one, so longer text stays too long. */
export const maxUncomposedLength = 4 * maxNameLength

/**
 * Whether text contains characters that single-line fields reject: controls, line separators, lone surrogates, invisible
 * and bidirectional formatting characters. Joiners are allowed where scripts and emoji need them.
 */
export function hasForbiddenCharacters(text: string): boolean {
  return forbiddenPattern.test(text.replace(allowedJoiners, ''))
}

const forbiddenPattern =
  /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Noncharacter_Code_Point}\uFFF9-\uFFFB]|(?![\uFE0E\uFE0F])\p{Default_Ignorable_Code_Point}/u

const joiningScripts =
  '[\\p{Script=Arabic}\\p{Script=Devanagari}\\p{Script=Bengali}\\p{Script=Sinhala}\\p{Script=Malayalam}\\p{M}]'
const emoji = '[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\uFE0F]'
const allowedJoiners = new RegExp(
  `(?<=${joiningScripts})[\\u200C\\u200D](?=${joiningScripts})|(?<=${emoji})\\u200D(?=\\p{Extended_Pictographic})`,
  'gu',
)

/** Trims a name, collapses spaces and normalizes it to NFC, unless it is far too long. */
export function normalizeName(input: string): string {
  const trimmed = input.trim().replace(/ {2,}/g, ' ')
  // NFC takes quadratic time: 62,000 combining marks would block the server for ten seconds.
  return trimmed.length > maxUncomposedLength ? trimmed : trimmed.normalize('NFC')
}

export function nameProblem(name: string): Message | null {
  if (name === '') return msg('Enter a name.')
  if ([...name].length > maxNameLength) {
    return msg('Use a name of at most {max} characters.', { max: maxNameLength })
  }
  if (hasForbiddenCharacters(name)) {
    return msg('Use a name without line breaks or invisible characters.')
  }
  // Names appear in mails to strangers and must not carry links.
  if (/:\/\/|\bwww\./i.test(name)) return msg("Use a name that isn't a web address.")
  return null
}
