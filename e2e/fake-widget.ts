import type { Page } from 'playwright-core'

const widgetUrl = 'https://challenges.cloudflare.com/'

/** Like the service's: adds its answer to the form around it, and a new one when it is reset. */
const script = `
  let answers = 0
  let field
  window.turnstile = {
    render(element, { sitekey }) {
      field = document.createElement('input')
      field.type = 'hidden'
      field.name = 'cf-turnstile-response'
      field.value = 'answer-' + ++answers
      const box = document.createElement('div')
      box.style.width = '300px'
      box.style.height = '65px'
      element.append(field, box)
      return 'widget of ' + sitekey
    },
    reset(id) {
      if (id === 'widget of site-key') field.value = 'answer-' + ++answers
    },
  }`

/** Answers for the service of the widget. The page's requests to it are among the browser's errors. */
export async function serveFakeWidget(page: Page): Promise<void> {
  await page.route(`${widgetUrl}**`, (it) =>
    it.fulfill({ contentType: 'text/javascript', body: script }),
  )
}

/** Removes the requests to the service of the widget. */
export function forgetWidgetRequests(browserErrors: string[]): void {
  const others = browserErrors.filter((it) => !it.startsWith(widgetUrl))
  browserErrors.splice(0, Infinity, ...others)
}
