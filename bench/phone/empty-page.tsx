/** The least that a page hydrated by React costs: one heading. */
import { hydrateRoot } from 'react-dom/client'

const root = document.getElementById('app')
if (root) hydrateRoot(root, <h1>Empty</h1>)
