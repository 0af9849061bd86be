export interface ToastOptions {
  tone: 'success' | 'attention'
  message: string
  dismissLabel: string
}

type AddToast = (options: ToastOptions) => void

let toaster: Promise<AddToast> | undefined

/**
 * Shows a message in the corner for six seconds, paused while hovered or focused.
 * Use a Banner for anything that must be read.
 */
export async function toast(options: ToastOptions): Promise<void> {
  toaster ??= loadToaster()
  const addToast = await toaster
  addToast(options)
}

async function loadToaster(): Promise<AddToast> {
  const { addToast, mountToasts } = await import('#web/components/Toasts.tsx')
  mountToasts()
  return addToast
}
