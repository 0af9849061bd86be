interface NoticeOptions {
  tone: 'attention' | 'danger'
  role: 'status' | 'alert'
  message: string
  action?: { label: string; run: () => void }
  dismissLabel: string
  /** Stands until someone puts it away, whatever is visited meanwhile. */
  persistent?: boolean
  /** Called when the connection is back, should this still stand. */
  onOnline?: () => void
}

let currentNotice: HTMLElement | null = null

/** One notice in the corner; a new one takes the place of the old. It is made without React: it must stand when pages do not. */
export function showNotice({
  tone,
  role,
  message,
  action,
  dismissLabel,
  persistent,
  onOnline,
}: NoticeOptions): void {
  removeNotice()
  const text = document.createElement('div')
  text.textContent = message
  const box = document.createElement('div')
  box.className = 'notice'
  box.dataset['tone'] = tone
  box.append(text)
  if (action) box.append(createButton(action.label, '', action.run))
  box.append(createButton('×', dismissLabel, removeNotice))

  const container = document.createElement('div')
  container.className = 'toasts client-notice'
  container.role = role
  container.popover = 'manual'
  if (persistent) container.dataset['stays'] = ''
  document.body.append(container)
  container.showPopover?.()
  // A live region speaks of what comes into it, not of what it came with.
  setTimeout(() => container.append(box))
  currentNotice = container
  if (onOnline) {
    addEventListener('online', () => currentNotice === container && onOnline(), { once: true })
  }
}

/** What a visit that went well makes out of date. */
export function clearNotice(): void {
  if (currentNotice?.dataset['stays'] === undefined) removeNotice()
}

function removeNotice(): void {
  currentNotice?.remove()
  currentNotice = null
}

function createButton(label: string, ariaLabel: string, onClick: () => void): HTMLButtonElement {
  const element = document.createElement('button')
  element.type = 'button'
  element.className = ariaLabel ? 'icon-button' : 'button'
  element.textContent = label
  if (ariaLabel) element.ariaLabel = ariaLabel
  element.addEventListener('click', onClick)
  return element
}
