/** Numbers of the specification; NProgress 0.2.0 had the same. */
const minStatus = 0.08
const maxStatus = 0.994
const speedMs = 200
const maxTrickle = 0.02
const trickleMs = 800

/** A thin bar at the top that creeps while something is under way. */
export function createProgressBar(label: string) {
  let status: number | null = null
  let bar: HTMLElement | null = null
  let timer: ReturnType<typeof setTimeout>

  function start(): void {
    if (status !== null) return
    set(0)
    scheduleTrickle()
  }

  function scheduleTrickle(): void {
    clearTimeout(timer)
    timer = setTimeout(() => {
      advance(Math.random() * maxTrickle)
      scheduleTrickle()
    }, trickleMs)
  }

  function advance(amount: number): void {
    if (status !== null) set(Math.min(status + amount, maxStatus))
  }

  function set(value: number): void {
    status = Math.min(Math.max(value, minStatus), 1)
    bar ??= createBarElement(label)
    const [fill] = bar.children
    if (fill instanceof HTMLElement) fill.style.transform = `scaleX(${status})`
  }

  function done(): void {
    if (status === null) return
    set(1)
    const finishedBar = bar
    clearState()
    setTimeout(() => finishedBar?.classList.add('progress-done'), speedMs)
    setTimeout(() => finishedBar?.remove(), 2 * speedMs)
  }

  function remove(): void {
    bar?.remove()
    clearState()
  }

  function clearState(): void {
    clearTimeout(timer)
    status = null
    bar = null
  }

  return { start, set, done, remove, reset: () => set(0), status: () => status }
}

export type ProgressBar = ReturnType<typeof createProgressBar>

function createBarElement(label: string): HTMLElement {
  document.querySelector('.progress')?.remove()
  const bar = document.createElement('div')
  bar.className = 'progress'
  bar.role = 'progressbar'
  bar.ariaLabel = label
  // Above open dialogs too, where the browser has a layer for that.
  bar.popover = 'manual'
  bar.append(document.createElement('div'))
  document.body.append(bar)
  bar.showPopover?.()
  // Without a first layout at nothing the bar would not grow, it would be there.
  void bar.offsetWidth
  return bar
}
