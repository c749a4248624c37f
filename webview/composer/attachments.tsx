/** Images and large pastes above the text, each a chip. */
import { post } from "../state/host.ts";
import { Chip } from "../ui/chip.tsx";
import { integer } from "../ui/format.ts";
import { t } from "../ui/l10n.ts";
import { countLines } from "./message.ts";
import { focusComposer, removeAttachment, useComposer } from "./store.ts";

export function Attachments() {
  const images = useComposer((state) => state.images);
  const pastes = useComposer((state) => state.pastes);
  if (images.length === 0 && pastes.length === 0) return null;
  const remove = (id: number) => {
    removeAttachment(id);
    focusComposer();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset brings its own layout
    <div className="attachments" role="group" aria-label={t("Attachments")}>
      {images.map((image, index) => (
        <Chip
          key={image.id}
          name={t("Image {0}", index + 1)}
          image={`data:${image.mimeType};base64,${image.data}`}
          onRemove={() => remove(image.id)}
        />
      ))}
      {pastes.map((paste) => {
        const lines = countLines(paste.text);
        const name =
          lines === 1
            ? t("Pasted text, {0} characters", integer(paste.text.length))
            : t("Pasted text, {0} lines", integer(lines));
        return (
          <Chip
            key={paste.id}
            name={name}
            icon="clippy"
            onOpen={() => post({ type: "openText", title: "", text: paste.text })}
            onRemove={() => remove(paste.id)}
          >
            {name}
          </Chip>
        );
      })}
    </div>
  );
}
