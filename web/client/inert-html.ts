/** Elements that would load or navigate something. */
const activeElements = 'script, meta, base, iframe, frame, object, embed, portal'

/**
 * Parses foreign HTML for a frame without scripts: keeps its look, and leaves out what our content security policy would block and
 * report.
 *
 * @param nonce  allows its style elements
 */
export function parseInertHtml(html: string, nonce: string): Element {
  // The parser itself reports styles and event attributes, so it gets them under other names.
  const mark = `x${Math.random().toString(36).slice(2)}-`
  const text = html
    .replace(/(?<=[\s"'/])(?=(?:on\w+|style)\s*=)/gi, mark)
    .replace(/<style(?=[\s/>])/gi, `<xmp ${mark}`)
    .replace(/<\/style(?=[\s/>])/gi, '</xmp')
    .replace(/<base(?=[\s/>])/gi, '<wbr')
  const root = new DOMParser().parseFromString(text, 'text/html').documentElement

  for (const element of root.querySelectorAll(activeElements)) element.remove()
  for (const link of root.querySelectorAll('link')) if (!isOwnStyleSheet(link)) link.remove()
  for (const marked of root.querySelectorAll(`xmp[${mark}]`)) {
    const style = document.createElement('style')
    style.nonce = nonce
    style.media = marked.getAttribute('media') ?? ''
    style.textContent = marked.textContent
    marked.replaceWith(style)
  }
  for (const element of [root, ...root.querySelectorAll<HTMLElement>('*')])
    restoreAttributes(element, mark)
  restoreText(root, mark)
  return root
}

function isOwnStyleSheet({ rel, attributes }: HTMLLinkElement): boolean {
  return rel === 'stylesheet' && isOwnUrl(attributes.getNamedItem('href')?.value ?? '')
}

function isOwnUrl(url: string): boolean {
  return /^(?:\/(?![/\\])|data:)/i.test(url)
}

function restoreAttributes(element: HTMLElement, mark: string): void {
  for (const name of element.getAttributeNames()) {
    const value = element.getAttribute(name) ?? ''
    const isRemote = /^(?:src|srcset|poster|background)$/.test(name) && !isOwnUrl(value)
    if (isRemote || name.startsWith(mark)) element.removeAttribute(name)
    else if (value.includes(mark)) element.setAttribute(name, value.replaceAll(mark, ''))
    // Unlike the attribute, the policy allows this.
    if (name === `${mark}style`) element.style.cssText = value.replaceAll(mark, '')
  }
}

/** The marked words may also be text. */
function restoreText(root: Element, mark: string): void {
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const { currentNode } = texts
    if (currentNode.nodeValue?.includes(mark))
      currentNode.nodeValue = currentNode.nodeValue.replaceAll(mark, '')
  }
}
