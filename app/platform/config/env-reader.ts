/** Every problem of the environment at once, one sentence a line, each naming its variable. */
export class ConfigError extends Error {
  readonly problems: readonly string[]

  constructor(problems: readonly string[], options?: ErrorOptions) {
    super(problems.join('\n'), options)
    this.name = 'ConfigError'
    this.problems = problems
  }
}

export type EnvVariables = Readonly<Record<string, string | undefined>>

/** What a reader throws about one variable; `Environment` puts the name in front. */
class InvalidValue extends Error {}

export function invalid(message: string): never {
  throw new InvalidValue(message)
}

/** Reads variables one by one and keeps what is wrong with them, so that all is said in one go. */
export class EnvReader {
  readonly problems: string[] = []
  readonly #variables: EnvVariables

  constructor(variables: EnvVariables) {
    this.#variables = variables
  }

  /** The trimmed value, or null when unset or empty. */
  text(name: string): string | null {
    return this.#variables[name]?.trim() || null
  }

  /** `fallback` stands in when the variable is unset, and also after a problem, so that reading can go on. */
  read<T>(name: string, fallback: T, parse: (text: string) => T): T {
    const text = this.text(name)
    if (text === null) return fallback
    try {
      return parse(text)
    } catch (error) {
      if (!(error instanceof InvalidValue)) throw error
      this.problems.push(`${name} ${error.message}`)
      return fallback
    }
  }

  /** Throws when anything was wrong. */
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

/** The value is never repeated in the problem: such addresses hold passwords. */
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
