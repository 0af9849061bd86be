import { forgetWidgetRequests, serveFakeWidget } from './fake-widget.ts'
import type { BrowserFeature } from './features.ts'
import { openPage } from './test-server.ts'

const feature: BrowserFeature = {
  mainState: 'Auth/Register, with a widget',
  pageStates: {},
  configured: {
    settings: {
      CHALLENGE: 'turnstile',
      CHALLENGE_SITE_KEY: 'site-key',
      CHALLENGE_SECRET: 'secret',
    },
    pageStates: {
      'Auth/Register, with a widget': async ({ page, browserErrors }) => {
        await serveFakeWidget(page)
        await openPage(page, '/register')
        await page.locator('input[name="cf-turnstile-response"]').waitFor({ state: 'attached' })
        forgetWidgetRequests(browserErrors)
      },
    },
  },
}

export default feature
