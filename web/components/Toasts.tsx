import { Toast } from '@base-ui/react/toast'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'

import type { ToastOptions } from '#web/lib/toast.ts'

import { Icon } from './Icon.tsx'
import { alert } from './icons/alert.ts'
import { check } from './icons/check.ts'
import { close } from './icons/close.ts'

const toastManager = Toast.createToastManager<ToastOptions>()

export function addToast(options: ToastOptions): void {
  toastManager.add({ title: options.message, data: options })
}

/** Mounts the toasts in their own React root, so that they survive visits. */
export function mountToasts(): void {
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  const region = (
    <Toast.Provider toastManager={toastManager} timeout={6000} limit={3}>
      <Toast.Viewport className="toasts">
        <ToastList />
      </Toast.Viewport>
    </Toast.Provider>
  )
  // Renders synchronously, since the caller adds the first toast right after.
  flushSync(() => root.render(region))
}

function ToastList() {
  const { toasts: visibleToasts } = Toast.useToastManager<ToastOptions>()
  return visibleToasts.map((toast) => (
    <Toast.Root key={toast.id} toast={toast} className="alert" data-tone={toast.data?.tone}>
      <Icon path={toast.data?.tone === 'success' ? check : alert} />
      <Toast.Title render={<div />} />
      <Toast.Close className="icon-button" aria-label={toast.data?.dismissLabel}>
        <Icon path={close} small />
      </Toast.Close>
    </Toast.Root>
  ))
}
