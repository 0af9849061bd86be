import { z } from 'zod'

import { languages, pseudoLanguages } from '#app/languages.ts'

import { timezoneNamed } from './timezone.ts'

const known = new Set<string>([...languages, ...pseudoLanguages].map(({ code }) => code))

export const unknownLanguage = 'Choose a language from the list.'

/** One of our languages; empty or null means the browser's. */
export const localeChoice = z
  .string(unknownLanguage)
  .nullable()
  .transform((typed, context) => {
    const code = typed?.trim() ?? ''
    if (code === '') return null
    if (known.has(code)) return code
    context.addIssue({ code: 'custom', message: unknownLanguage })
    return z.NEVER
  })

/** A time zone by its IANA name; empty or null means the browser's. */
export const timezoneChoice = z
  .string('Choose a time zone from the list.')
  .nullable()
  .transform((typed, context) => {
    const name = typed?.trim() ?? ''
    if (name === '') return null
    const zone = timezoneNamed(name)
    if (zone !== null) return zone
    const message =
      'We do not know that time zone. Choose one from the list, such as Europe/Berlin.'
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  })
