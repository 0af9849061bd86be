/** Runs in the page: marks when React has hydrated the heading and every form and button. */
export function markHydration(): void {
  const check = () => {
    const parts = [...document.querySelectorAll('#app :is(h1, form, button)')]
    const isReact = (part: Element) => Object.keys(part).some((key) => key.startsWith('__react'))
    if (parts.length > 0 && parts.every(isReact)) performance.mark('react-hydrated')
    else requestAnimationFrame(check)
  }
  requestAnimationFrame(check)
}
