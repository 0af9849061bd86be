import { msg, type Message } from '@foyer/i18n'

const maxNameLength = 255
/** UTF-16 units: composing makes one character of at most four. Longer text could only become a name that is too long. */
const maxUncomposedLength = 4 * maxNameLength

/**
 * Whether text holds characters that no line of ours may hold: NUL and other controls, line separators, halves of a
 * surrogate pair, and what is invisible or turns the reading direction. Joiners stay where scripts and emoji need them.
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

/** A name as it is kept: composed, without space around it, single spaces inside. One that is far too long stays as typed. */
export function normalizeName(input: string): string {
  const tidy = input.trim().replace(/ {2,}/g, ' ')
  // Sorting combining marks takes quadratic time: 62,000 of them would stop the server for ten seconds.
  return tidy.length > maxUncomposedLength ? tidy : tidy.normalize('NFC')
}

/** Null when the tidy name can be used. */
export function nameProblem(name: string): Message | null {
  if (name === '') return msg('Enter a name.')
  if ([...name].length > maxNameLength) {
    return msg('Use a name of at most {max} characters.', { max: maxNameLength })
  }
  if (hasForbiddenCharacters(name)) {
    return msg('Use a name without line breaks and invisible characters.')
  }
  // A name travels in mail to strangers; it shall not carry an invitation to somewhere else.
  if (/:\/\/|\bwww\./i.test(name)) return msg('Use a name that is not a web address.')
  return null
}
