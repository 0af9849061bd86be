import type { TestUser } from './page-states.ts'
import { openPage } from './test-server.ts'

interface Replacement {
  component: string
  props: object
  flash?: object
}

/** Shows a page that the settings of this server do not offer, in the response of one that the home page links to. */
export async function openReplacedPage(
  { page }: TestUser,
  path: '/login' | '/register',
  { component, props, flash = {} }: Replacement,
): Promise<void> {
  await page.route(`**${path}`, async (route) => {
    const response = await route.fetch()
    const answer = await response.json()
    const json = { ...answer, component, props: { ...answer.props, ...props }, flash }
    await route.fulfill({ response, json })
  })
  await openPage(page, '/')
  await page.locator(`main a[href="${path}"]`).first().click()
  await page.locator('main form').first().waitFor()
  await page.unroute(`**${path}`)
}
