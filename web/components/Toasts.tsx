import { Toast } from '@base-ui/react/toast'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'

import type { TranslatedToast } from '#web/lib/toast.ts'

import { Icon } from './Icon.tsx'
import { alert } from './icons/alert.ts'
import { check } from './icons/check.ts'
import { close } from './icons/close.ts'

const toastManager = Toast.createToastManager<TranslatedToast>()

export function addToast(toast: TranslatedToast): void {
  toastManager.add({ title: toast.message, data: toast })
}

/** Mounts the toasts in their own React root, so that they survive visits. */
export function mountToasts(): void {
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  const region = (
    <Toast.Provider toastManager={toastManager} timeout={6000} limit={3}>
      <ToastRegion />
    </Toast.Provider>
  )
  // Renders synchronously, since the caller adds the first toast right after.
  flushSync(() => root.render(region))
}

function ToastRegion() {
  const { toasts: visibleToasts } = Toast.useToastManager<TranslatedToast>()
  return (
    <Toast.Viewport className="toasts" aria-label={visibleToasts[0]?.data?.regionLabel}>
      {visibleToasts.map((toast) => (
        <Toast.Root key={toast.id} toast={toast} className="alert" data-tone={toast.data?.tone}>
          <Icon path={toast.data?.tone === 'success' ? check : alert} />
          <Toast.Title render={<div />} />
          <Toast.Close className="icon-button" aria-label={toast.data?.dismissLabel}>
            <Icon path={close} small />
          </Toast.Close>
        </Toast.Root>
      ))}
    </Toast.Viewport>
  )
}
