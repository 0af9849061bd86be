import { z } from 'zod'

export const id = z.uuid().meta({ examples: ['019a2f6e-41d0-7c3a-9b52-6f0e8d1c2b34'] })
/** ISO 8601, UTC. */
export const timestamp = z.iso.datetime().meta({ examples: ['2026-05-03T03:12:00Z'] })

export const browser = z
  .string()
  .nullable()
  .describe('The browser; null when unknown.')
  .meta({ examples: ['Chrome'] })

export const platform = z
  .string()
  .nullable()
  .describe('The operating system; null when unknown.')
  .meta({ examples: ['macOS'] })

export const ip = z
  .string()
  .nullable()
  .meta({ examples: ['203.0.113.7'] })
