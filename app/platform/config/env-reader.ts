import { isAbsolute } from 'node:path'

import type { Setting } from '#app/pages.ts'

import { shownSetting } from './shown-setting.ts'

/** All problems of the environment, one sentence per line, each naming its variable. */
export class ConfigError extends Error {
  readonly problems: readonly string[]

  constructor(problems: readonly string[], options?: ErrorOptions) {
    super(problems.join('\n'), options)
    this.name = 'ConfigError'
    this.problems = problems
  }
}

export type EnvVariables = Readonly<Record<string, string | undefined>>

/** Thrown by a parser; `EnvReader` prefixes the variable's name. */
class InvalidValue extends Error {}

export function invalid(message: string): never {
  throw new InvalidValue(message)
}

/** Reads variables and collects their problems, so that all are reported together. */
export class EnvReader {
  readonly problems: string[] = []
  readonly #variables: EnvVariables
  readonly #settings = new Map<string, Setting>()

  constructor(variables: EnvVariables) {
    this.#variables = variables
  }

  text(name: string): string | null {
    const text = this.#variables[name]?.trim() || null
    if (!this.#settings.has(name)) this.#settings.set(name, shownSetting(name, text, null))
    return text
  }

  /** Returns `fallback` when the variable is unset, and after a problem, so that reading continues. */
  read<T>(name: string, fallback: T, parse: (text: string) => T): T {
    const text = this.text(name)
    this.#settings.set(name, shownSetting(name, text, fallback))
    if (text === null) return fallback
    try {
      return parse(text)
    } catch (error) {
      if (!(error instanceof InvalidValue)) throw error
      this.problems.push(`${name} ${error.message}`)
      return fallback
    }
  }

  /** Every setting that was read, by name, without secrets. */
  settings(): Setting[] {
    return [...this.#settings.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1))
  }

  throwIfInvalid(): void {
    if (this.problems.length > 0) throw new ConfigError(this.problems)
  }
}

export function integerBetween(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : NaN
    if (value >= min && value <= max) return value
    return invalid(`must be a whole number from ${min} to ${max}, not "${text}".`)
  }
}

export function oneOf<const T extends string>(...choices: T[]): (text: string) => T {
  return (text) =>
    choices.find((choice) => choice === text) ??
    invalid(`must be ${choices.join(' or ')}, not "${text}".`)
}

/** Parses a URL, and never quotes it in errors: such URLs contain passwords. */
export function urlWithScheme(...schemes: string[]): (text: string) => URL {
  const expected = schemes.map((scheme) => `${scheme}://…`).join(' or ')
  return (text) => {
    const url = URL.canParse(text) ? new URL(text) : null
    if (url?.hostname && schemes.includes(url.protocol.slice(0, -1))) return url
    return invalid(`must be an address such as ${expected}.`)
  }
}

export function commaSeparated(text: string): string[] {
  return text.split(',').flatMap((item) => item.trim() || [])
}

export function fileOrStdout(text: string): string {
  if (text === 'stdout' || isAbsolute(text)) return text
  return invalid('must be "stdout" or the absolute path of a file.')
}
