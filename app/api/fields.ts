import { z } from 'zod'

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
