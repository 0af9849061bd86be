import type { TestContext } from 'node:test'

import { z } from 'zod'

import { UserAt } from '#app/api/history-schemas.ts'
import { User, UserUpdate } from '#app/api/schemas.ts'
import type { Attribute } from '#app/attributes.ts'

import { assembleApp } from './assemble-app.ts'
import { signedInAda } from './signed-in-accounts.ts'
import { TestApp } from './test-app.ts'
import { TestClock } from './test-clock.ts'
import { createTestDatabase, type Owner } from './test-database.ts'

/** One attribute of each type and visibility. */
export const sampleAttributes: readonly Attribute[] = [
  {
    name: 'company',
    label: 'Company',
    hint: 'As on your invoices.',
    visibility: 'public',
    type: 'text',
    maxLength: 100,
    autoComplete: 'organization',
  },
  {
    name: 'phone',
    label: 'Phone',
    visibility: 'private',
    type: 'text',
    maxLength: 30,
    autoComplete: 'tel',
    format: { pattern: /^\+?[\d ()/.-]{3,}$/, message: 'Enter a phone number.' },
  },
  {
    name: 'seats',
    label: 'Seats',
    visibility: 'private',
    type: 'number',
    min: 1,
    max: 500,
    isInteger: true,
  },
  { name: 'newsletter', label: 'Newsletter', visibility: 'private', type: 'boolean' },
  {
    name: 'size',
    label: 'T-shirt size',
    visibility: 'private',
    type: 'choice',
    options: [
      { value: 's', label: 'Small' },
      { value: 'l', label: 'Large' },
    ],
  },
  {
    name: 'birthday',
    label: 'Birthday',
    visibility: 'private',
    type: 'date',
    min: '1900-01-01',
    max: '2026-01-01',
  },
  { name: 'website', label: 'Website', visibility: 'public', type: 'url' },
  {
    name: 'plan',
    label: 'Plan',
    visibility: 'managed',
    shown: true,
    type: 'choice',
    options: [
      { value: 'free', label: 'Free' },
      { value: 'pro', label: 'Professional' },
    ],
  },
  {
    name: 'crm_id',
    label: 'Customer number',
    visibility: 'managed',
    shown: false,
    type: 'text',
    maxLength: 40,
  },
]

/** Ada, signed in to an app of her own that declares these attributes. */
export function adaWithAttributes(
  t: TestContext,
  attributes = sampleAttributes,
  variables?: Record<string, string>,
) {
  return signedInAda(t, (owner) => appWithAttributes(owner, attributes, { variables }))
}

interface Settings {
  /** The database of another app, which declares other attributes. */
  database?: TestApp['app']['database']
  variables?: Record<string, string> | undefined
}

export async function appWithAttributes(
  t: Owner,
  attributes = sampleAttributes,
  { database, variables }: Settings = {},
): Promise<TestApp> {
  const { app, clock, createRunner, close } = await assembleApp(
    database ?? (await createTestDatabase(t)),
    new TestClock(),
    variables,
    attributes,
  )
  t.after(async () => {
    await close()
    // Zod knows one schema by each name; those of the other apps are without attributes.
    for (const [id, schema] of Object.entries({ User, UserAt, UserUpdate }))
      z.globalRegistry.add(schema, { id })
  })
  return new TestApp(app, createRunner(), clock)
}
