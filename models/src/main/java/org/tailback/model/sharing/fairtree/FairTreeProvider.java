package org.tailback.model.sharing.fairtree;

import java.util.List;
import org.tailback.model.sharing.host.HostLimited;
import org.tailback.model.topology.HostLimits;
import org.tailback.registry.Description;
import org.tailback.registry.Parameter;
import org.tailback.registry.SharingModelProvider;
import org.tailback.settings.Settings;
import org.tailback.sharing.SharingModel;

/** Makes {@link FairTree} from {@code tree}, a list of {@code {bandwidth, buffer-delay}} by height. */
public final class FairTreeProvider implements SharingModelProvider {
    private static final String TREE = "tree";
    private static final List<String> KEYS = List.of("bandwidth", "buffer-delay");

    @Override
    public Description description() {
        return HostLimits.addTo(new Description(
                FairTree.NAME,
                "PlogPT: equal shares on the edges of a binary tree, for commodity switches with narrow inner links",
                "Nomura, Matsuba, Ishikawa 2007, section III.A-B, equations (6) and (7)",
                List.of(new Parameter(
                        TREE,
                        "",
                        "list by height from 1: {bandwidth: b(h) of the whole edge in one direction, > 0; buffer-delay: d(h),"
                                + " a time > 0, needed by loss tail-drop}"))));
    }

    @Override
    public SharingModel create(Settings settings) {
        List<Settings> levels = settings.sections(TREE);
        if (levels.isEmpty()) {
            throw settings.problem(TREE, "the tree has no heights", "Give {bandwidth: …} for height 1 and up");
        }
        double[] bandwidth = new double[levels.size()];
        double[] delay = new double[levels.size()];
        int delays = 0;
        for (int i = 0; i < bandwidth.length; i++) {
            Settings level = levels.get(i);
            level.rejectUnknown(KEYS);
            bandwidth[i] = level.bytesPerSecond("bandwidth");
            if (level.has("buffer-delay")) {
                delay[i] = level.seconds("buffer-delay");
                if (delay[i] == 0) {
                    throw level.problem("buffer-delay", "the buffer delay must be above 0", "");
                }
                delays++;
            }
        }
        if (delays > 0 && delays < bandwidth.length) {
            throw settings.problem(
                    TREE,
                    delays + " of " + bandwidth.length + " heights have a buffer-delay",
                    "Give it for every height or for none");
        }
        FairTree model = FairTree.of(bandwidth, delays > 0 ? delay : new double[0]);
        return HostLimited.around(model, HostLimits.read(settings), model.bandwidth(1));
    }
}
