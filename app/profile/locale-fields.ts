import { z } from 'zod'

import { languages, pseudoLocales } from '#app/languages.ts'

import { parseTimezone } from './parse-timezone.ts'

const knownLocales = new Set<string>([...languages, ...pseudoLocales].map(({ code }) => code))

export const unknownLanguageMessage = 'Choose a language from the list.'

/** A supported language; empty or null means the browser's. */
export const localeField = z
  .string(unknownLanguageMessage)
  .nullable()
  .transform((input, context) => {
    const code = input?.trim() ?? ''
    if (code === '') return null
    if (knownLocales.has(code)) return code
    context.addIssue({ code: 'custom', message: unknownLanguageMessage })
    return z.NEVER
  })

/** A time zone by its IANA name; empty or null means the browser's. */
export const timezoneField = z
  .string('Choose a time zone from the list.')
  .nullable()
  .transform((input, context) => {
    const name = input?.trim() ?? ''
    if (name === '') return null
    const zone = parseTimezone(name)
    if (zone !== null) return zone
    const message = "We don't know that time zone. Choose one from the list, such as Europe/Berlin."
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  })
