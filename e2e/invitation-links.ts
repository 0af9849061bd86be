import type { TestContext } from 'node:test'

import { createAccount, postForm } from './account-steps.ts'
import { runOperatorCommand } from './run-operator-command.ts'
import type { TestServer } from './test-server.ts'

/** The link of an invitation by the operator. */
export async function invitationLink(foyer: TestServer, address: string): Promise<string> {
  await runOperatorCommand(foyer, 'invite', address)
  return foyer.waitForMailLink(address, /\/invitation\/\S+/)
}

/** The link of an invitation to a team that somebody else has created. */
export async function teamInvitationLink(
  { foyer, t }: { foyer: TestServer; t: TestContext },
  address: string,
): Promise<string> {
  const owner = await foyer.newContext(t)
  const slug = `acme-${address.replaceAll(/\D/g, '')}`
  await createAccount(foyer, owner)
  await postForm(owner, '/teams', { name: 'Acme', slug })
  await postForm(owner, `/t/${slug}/invitations`, { email: address, role: 'member' })
  return foyer.waitForMailLink(address, /\/team-invitation\/\S+/)
}
