package org.tailback.chart;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.AffineTransform;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Path2D;
import java.awt.image.BufferedImage;

/** Draws as pixels on white, by Java 2D without a screen. Letters are those of the machine's sans-serif font. */
final class PixelCanvas implements Canvas {
    private final BufferedImage image;
    private final Graphics2D graphics;

    /** @param scale pixels of the image for one of the chart's, at least 1 */
    PixelCanvas(double width, double height, double scale) {
        image = new BufferedImage(
                (int) Math.ceil(width * scale), (int) Math.ceil(height * scale), BufferedImage.TYPE_INT_RGB);
        graphics = image.createGraphics();
        graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        graphics.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
        graphics.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
        graphics.setColor(Color.WHITE);
        graphics.fillRect(0, 0, image.getWidth(), image.getHeight());
        graphics.scale(scale, scale);
    }

    @Override
    public void line(double[] x, double[] y, int points, Ink ink, double width, double[] dash) {
        graphics.setColor(ink.kind() == Ink.Kind.QUIET ? new Color(0xdddddd) : color(ink));
        float[] dashes = new float[dash.length];
        for (int i = 0; i < dash.length; i++) {
            dashes[i] = (float) dash[i];
        }
        graphics.setStroke(new BasicStroke(
                (float) width, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 1, dash.length == 0 ? null : dashes, 0));
        graphics.draw(path(x, y, points));
    }

    @Override
    public void area(double[] x, double[] y, int points, Ink ink, String tip) {
        graphics.setColor(color(ink));
        Path2D path = path(x, y, points);
        path.closePath();
        graphics.fill(path);
    }

    @Override
    public void circle(double x, double y, double radius, Ink ink, String tip) {
        graphics.setColor(color(ink));
        graphics.fill(new Ellipse2D.Double(x - radius, y - radius, 2 * radius, 2 * radius));
    }

    @Override
    public void text(double x, double y, String text, Anchor anchor, double size, boolean upwards) {
        AffineTransform before = graphics.getTransform();
        graphics.setColor(color(Ink.TEXT));
        graphics.setFont(new Font(Font.SANS_SERIF, Font.PLAIN, 1).deriveFont((float) size));
        graphics.translate(x, y);
        if (upwards) {
            graphics.rotate(-Math.PI / 2);
        }
        double width = graphics.getFontMetrics().getStringBounds(text, graphics).getWidth();
        double shift = switch (anchor) {
            case START -> 0;
            case MIDDLE -> -width / 2;
            case END -> -width;
        };
        graphics.drawString(text, (float) shift, 0f);
        graphics.setTransform(before);
    }

    /** Returns the drawn image. */
    BufferedImage image() {
        graphics.dispose();
        return image;
    }

    private static Path2D path(double[] x, double[] y, int points) {
        Path2D path = new Path2D.Double();
        for (int i = 0; i < points; i++) {
            if (i == 0) {
                path.moveTo(x[i], y[i]);
            } else {
                path.lineTo(x[i], y[i]);
            }
        }
        return path;
    }

    private static Color color(Ink ink) {
        return Color.decode(Palette.color(ink));
    }
}
