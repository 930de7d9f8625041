/** A link to send: it can be read, selected and copied. */

import { useState } from "preact/hooks";
import { Icon } from "./icons";

export function LinkToSend({ name, link }: { name: string; link: string }) {
  const [copied, setCopied] = useState(false);
  const whole = location.origin + link;
  return (
    <div class="link-line"><label><b>{name}</b> <input readOnly value={whole} onFocus={(e) => e.currentTarget.select()} /></label>
      <button onClick={() => void navigator.clipboard?.writeText(whole).then(() => setCopied(true))}><Icon name="link" size={15} /> <span aria-live="polite">{copied ? "Copied" : "Copy"}</span></button></div>
  );
}
